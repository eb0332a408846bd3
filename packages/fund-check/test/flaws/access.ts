/** The groups of checks about access, transport and the two smaller operations. */
export const access: ReadonlyArray<string> = [
  "auth",
  "tls",
  "transport",
  "lookup",
  "details",
  "limits",
  "version"
]

/** The flaw whose check waits for half a minute, as long as libraries keep a JWKS. */
export const waitsForKeys = "keys-never-renewed"
