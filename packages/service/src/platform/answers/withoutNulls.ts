/** The same object with each null left out. */
export type WithoutNulls<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>
}

/** Leaves out what is null: the embeds' views say nothing of what isn't known. */
export const withoutNulls = <T extends object>(value: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as WithoutNulls<T>
