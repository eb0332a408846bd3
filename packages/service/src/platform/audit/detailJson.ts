const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?([^?#]*)/i

/**
 * A text of an entry. Of an address, the audit log keeps the scheme, host and path: a query, a fragment, and a user with a
 * password may hold a secret or a person's data, and the log is kept for seven years.
 */
const shownAddress = (text: string): string => {
  const [, scheme, rest] = ADDRESS.exec(text) ?? []
  return scheme === undefined || rest === undefined ? text : scheme + rest
}

/** The JSON of an entry's detail, with each address in it as `shownAddress` has it. */
export const detailJson = (detail: object): string =>
  JSON.stringify(detail, (_name, value: unknown) => (typeof value === "string" ? shownAddress(value) : value))
