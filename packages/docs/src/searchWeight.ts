/** How much a word counts in the site's search, by the page that it stands on: guides before references, catalogues last. */
const weights: ReadonlyArray<readonly [pages: RegExp, weight: number]> = [
  [/^(decisions|wattle-payroll)\b|\/checks\b|^reference\/(requirements|figures)$/, 0.1],
  [/^reference\/[\w-]+\/schemas$|^changelog$/, 0.2],
  [/^reference\/simulator-api/, 0.3],
  [/^reference\/|^errors$/, 0.7]
]

/** The weight of the page with this path; 1 is that of a guide. */
export const searchWeightOf = (slug: string): number => weights.find(([pages]) => pages.test(slug))?.[1] ?? 1
