/** How much a word counts in the site's search, by the page that it stands on: guides before references, catalogues last. */
const weights: ReadonlyArray<readonly [pages: RegExp, weight: number]> = [
  [/^(decisions|wattle-payroll)\b|\/checks\b|^reference\/(requirements|figures)$/, 0.1],
  [/^reference\/[\w-]+\/schemas$|^changelog$/, 0.2],
  [/^reference\/simulator-api/, 0.2],
  [/^operators\/log-lines$/, 0.5],
  // Its words are codes, each of which stands on many pages once, and is explained here.
  [/^errors$/, 1.2],
  [/^reference\//, 0.3]
]

/** The weight of the page with this path; 1 is that of a guide. */
export const searchWeightOf = (slug: string): number => weights.find(([pages]) => pages.test(slug))?.[1] ?? 1

/** How the search box ranks pages: Starlight's values, but that a word counts for more on a short page than on a long catalogue. */
export const searchRanking = {
  pageLength: 0.2,
  termFrequency: 0.1,
  termSaturation: 2,
  termSimilarity: 9,
  diacriticSimilarity: 0.8
}
