/** Chinese in traditional characters, by its script or by where it is written; the embeds' is in simplified ones. */
const isTraditional = (tag: string): boolean =>
  /^zh(?:-[a-z]{3})*-hant(?:-|$)/.test(tag) || (/^zh-(?:tw|hk|mo)(?:-|$)/.test(tag) && !tag.includes("-hans"))

/**
 * The language to answer in: the first of Accept-Language's, by weight, that there is, by its primary subtag; else the first
 * that there is. Who reads traditional characters isn't given simplified ones.
 */
export const languageOf = (acceptLanguage: string | undefined, available: ReadonlyArray<string>): string => {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
      const weight = parameters.find((parameter) => parameter.trim().startsWith("q="))
      return {
        tag,
        primary: tag.split("-")[0]!,
        weight: weight === undefined ? 1 : Number(weight.trim().slice(2))
      }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  // Browsers add the plain `zh` to `zh-TW`: it then means the same.
  const isUnread = wanted.some(({ tag }) => isTraditional(tag))
    ? (tag: string) => tag === "zh" || isTraditional(tag)
    : () => false
  for (const { primary, tag } of wanted) {
    if (isUnread(tag)) continue
    const found = available.find((language) => language.toLowerCase().split("-")[0] === primary)
    if (found !== undefined) return found
  }
  return available[0]!
}
