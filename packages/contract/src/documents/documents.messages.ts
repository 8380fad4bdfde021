/** What the server says of documents and their files. */
export const documentMessages = {
  /** An id that is nobody's or somebody else's: nothing but the id is told. */
  notFound: (id: number) => `Document ${id} was not found.`,
  fileMissing: (name: string) => `The file of ${name} is missing.`,
  nameRequired: "This field is required.",
  otherSite: "The order belongs to another site.",
  fileNeeded: "The file is needed: as a part named file, or as an address in url.",
  fileTwice: "Send a file or the address of one, not both.",
  fileEmpty: "The file is empty.",
  otherChecksum: "The file that arrived has another checksum.",
} as const;

/** Why a file could not be fetched from the address that was sent. */
export const fetchMessages = {
  protocol: "Files are fetched by http and https only.",
  host: "Files are not fetched from this host.",
  answered: (status: number) => `The host answered ${status}.`,
  redirects: "The host redirects too often.",
  endedEarly: "The host ended the file early.",
  privateAddress: "This host has a private address.",
  tooLong: "The host took too long.",
  unknown: "This host is not known.",
  unreachable: "The host could not be reached.",
} as const;
