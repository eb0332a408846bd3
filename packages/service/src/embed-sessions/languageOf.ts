/**
 * The language to answer in: the first of Accept-Language's, by weight, that there is, by its primary subtag; else the first
 * that there is.
 */
export const languageOf = (acceptLanguage: string | undefined, available: ReadonlyArray<string>): string => {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
      const weight = parameters.find((parameter) => parameter.trim().startsWith("q="))
      return {
        primary: tag.split("-")[0]!,
        weight: weight === undefined ? 1 : Number(weight.trim().slice(2))
      }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { primary } of wanted) {
    const found = available.find((language) => language.toLowerCase().split("-")[0] === primary)
    if (found !== undefined) return found
  }
  return available[0]!
}
