import type { Slug } from "@embedded-super/contracts/schemas"

/** Makes a slug from a name: lower case letters and digits with single hyphens between, at most 63 characters. */
export const slugOf = (name: string): Slug => {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-|-$/g, "")
  // A name in another script leaves nothing; the caller's uniqueness check still separates two such names.
  return (slug === "" ? "product" : slug) as Slug
}

/** Makes a slug from a name that isn't in `taken`: the second slug of the same name ends in -2. */
export const freeSlug = (name: string, taken: ReadonlySet<string>): Slug => {
  const slug = slugOf(name)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : (`${slug.slice(0, 58)}-${n}` as Slug)
    if (!taken.has(candidate)) return candidate
  }
}
