export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value if it is an object; otherwise an empty one. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Keeps only the keys with a value: the model has no `undefined` in it. */
export const present = <A extends object>(value: A): { [K in keyof A]: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never

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
