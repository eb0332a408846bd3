interface Range {
  readonly type: string
  readonly subtype: string
  readonly quality: number
}

const parse = (accept: string): ReadonlyArray<Range> =>
  accept.split(",").flatMap((part) => {
    const [media = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
    const [type = "", subtype = ""] = media.split("/")
    if (type === "" || subtype === "") return []
    const q = parameters.find((parameter) => parameter.startsWith("q="))
    const quality = q === undefined ? 1 : Number(q.slice(2))
    return [{ type, subtype, quality: Number.isFinite(quality) ? quality : 1 }]
  })

const specificity = (range: Range): number => (range.type === "*" ? 0 : range.subtype === "*" ? 1 : 2)

const matches = (range: Range, mediaType: string): boolean => {
  const [type = "", subtype = ""] = mediaType.toLowerCase().split(";")[0]!.trim().split("/")
  return (range.type === "*" || range.type === type) && (range.subtype === "*" || range.subtype === subtype)
}

/**
 * Whether an Accept header admits one of the media types (RFC 9110, 12.5.1): the most specific matching range decides,
 * and `q=0` refuses. A missing header, or one without a range, admits everything.
 */
export const admits = (accept: string | undefined, mediaTypes: ReadonlyArray<string>): boolean => {
  if (accept === undefined || mediaTypes.length === 0) return true
  // Fast path: most callers send one of these.
  if (accept === "*/*" || mediaTypes.includes(accept)) return true
  const ranges = parse(accept)
  if (ranges.length === 0) return true
  return mediaTypes.some((mediaType) => {
    const best = ranges
      .filter((range) => matches(range, mediaType))
      .toSorted((a, b) => specificity(b) - specificity(a))[0]
    return best !== undefined && best.quality > 0
  })
}
