/** JSON Pointer (RFC 6901), as tokens. */
export type Pointer = ReadonlyArray<string>

export const formatPointer = (tokens: Pointer): string =>
  tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

export const parsePointer = (pointer: string): Pointer =>
  pointer === "" || pointer === "/"
    ? []
    : pointer
        .replace(/^\//, "")
        .split("/")
        .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"))

/** The value at a pointer, or undefined if there is none. */
export const valueAt = (document: unknown, tokens: Pointer): unknown =>
  tokens.reduce<unknown>(
    (value, token) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[token] : undefined,
    document
  )
