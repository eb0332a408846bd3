/** The same object without its null members. */
export type WithoutNulls<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>
}

/** Removes null members: the embeds' views omit unknown values. */
export const withoutNulls = <T extends object>(value: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as WithoutNulls<T>
