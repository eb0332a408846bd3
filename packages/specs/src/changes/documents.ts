/** The readers of a document: its callers and its implementers. */
export type Reader = "callers" | "implementers"

/** The documents of a release, and how each is read. */
export interface Published {
  readonly title: string
  /** Who they are, for people. */
  readonly readers: Readonly<Record<Reader, string>>
  /** Readers outside the project, to whom notice is due: no notice is due for a change that breaks only our own code. */
  readonly noticed: Reader
  /**
   * Each implementer chooses in its profile which operations it offers, which authentication, and which fields it takes
   * (D-fund-profiles, D-field-profile): a new operation or scheme asks nothing of those who don't offer it, and a new
   * field that is excluded by default reaches only those who asked for it.
   */
  readonly implementersChoose: boolean
}

export const documents = {
  "partner-api": {
    title: "Partner API",
    readers: { callers: "partners", implementers: "the service" },
    noticed: "callers",
    implementersChoose: false
  },
  "fund-api": {
    title: "Fund API",
    readers: { callers: "the service", implementers: "funds" },
    noticed: "implementers",
    implementersChoose: true
  },
  webhooks: {
    title: "Webhooks",
    // Partners build the receiving side that this document describes.
    readers: { callers: "the service", implementers: "partners" },
    noticed: "implementers",
    implementersChoose: false
  },
  "embed-api": {
    title: "Embed API",
    readers: { callers: "embeds", implementers: "the service" },
    noticed: "callers",
    implementersChoose: false
  },
  "fund-files": {
    title: "Fund files",
    // A file that the service writes is sent as a request is; one that a fund writes is sent as an answer is.
    readers: { callers: "the service", implementers: "funds" },
    noticed: "implementers",
    implementersChoose: false
  }
} as const satisfies Record<string, Published>

export type DocumentName = keyof typeof documents

export const documentNames = Object.keys(documents) as ReadonlyArray<DocumentName>
