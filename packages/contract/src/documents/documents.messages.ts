/** Texts of the documents screens, to the letter (specification 1, section 8); the last two are our own. */
export const documentMessages = {
  listFailed: "There has been an error fetching documents",
  downloadFailed: "There was an error downloading your document, try again later",
  bulkFailedTitle: "the following documents failed to download",
  download: (selected: number) => `Download ${selected} Document(s)`,
  /** An id that is nobody's or somebody else's: nothing but the id is told. */
  notFound: (id: number) => `Document ${id} was not found.`,
  fileMissing: (name: string) => `The file of ${name} is missing.`,
} as const;
