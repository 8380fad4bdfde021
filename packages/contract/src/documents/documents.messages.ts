/** Server messages about documents and their files. */
export const documentMessages = {
  /** An unknown id or one of another company: the message repeats only the id. */
  notFound: (id: number) => `Document ${id} was not found.`,
  fileMissing: (name: string) => `The file of ${name} is missing.`,
  nameRequired: "This field is required.",
  otherSite: "The order belongs to another site.",
  fileNeeded: "Send the file as a part named file, or its address as url.",
  fileTwice: "Send a file or its address, not both.",
  fileEmpty: "The file is empty.",
  otherChecksum: "The checksum of the received file does not match.",
} as const;

/** Why a file could not be fetched from the given address. */
export const fetchMessages = {
  protocol: "Files are fetched by http and https only.",
  host: "Files are not fetched from this host.",
  answered: (status: number) => `The host responded with ${status}.`,
  redirects: "The host redirects too often.",
  endedEarly: "The host ended the file early.",
  privateAddress: "This host has a private address.",
  tooLong: "The host took too long.",
  unknown: "Unknown host.",
  unreachable: "The host could not be reached.",
} as const;
