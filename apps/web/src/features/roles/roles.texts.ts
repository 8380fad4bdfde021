/** What the screens of roles say (specification 2, sections 2, 5 and 8). */
export const roleTexts = {
  configuration: "Configuration",
  title: "Roles",
  editTitle: "Edit Role",
  create: "Create Role",
  createTitle: "Create New Role",
  createSubmit: "Create",
  name: "Name",
  actions: "Actions",
  save: "Save",
  delete: "Delete",
  back: "Return to roles",
  empty: "Company does not have user's roles",
  deleteTitle: "Delete role",
  saveTitle: "Save role",
  saveQuestion:
    "This role has an order approval rule. Orders that are pending already keep showing its previous name.",
  created: "Role created correctly",
  createFailed: "There has been an error creating the role",
  updated: "Role updated correctly",
  updateFailed: "There has been an error updating the role",
  deleteFailed: "There has been an error deleting the role",
  fetchFailed: "There has been an error fetching the role",
  listFailed: "There has been an error fetching roles",
} as const;

export const deleteQuestion = (name: string): string =>
  `Do you want to delete the role ${name}? Any related order approval rule will be removed.`;
