const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const eachCapitalized = (words: string): string => words.split(" ").map(capitalized).join(" ");

/** Texts of the screens of every kind of record, in the wording that the requirements have for sites, users, roles and rules. */
export const recordTexts = (one: string) => ({
  create: `Create ${eachCapitalized(one)}`,
  createTitle: `Create New ${eachCapitalized(one)}`,
  createSubmit: "Create",
  editTitle: `Edit ${eachCapitalized(one)}`,
  deleteTitle: `Delete ${one}`,
  saveTitle: `Save ${one}`,
  actions: "Actions",
  save: "Save",
  delete: "Delete",
  created: `${capitalized(one)} created correctly`,
  createFailed: `There has been an error creating the ${one}`,
  updated: `${capitalized(one)} updated correctly`,
  updateFailed: `There has been an error updating the ${one}`,
  deleteFailed: `There has been an error deleting the ${one}`,
  fetchFailed: `There has been an error fetching the ${one}`,
});

export interface RecordTexts extends ReturnType<typeof recordTexts> {
  readonly title: string;
  readonly name: string;
  readonly back: string;
  readonly empty: string;
  readonly listFailed: string;
  readonly deleted: string;
  readonly deleteQuestion: (name: string) => string;
}
