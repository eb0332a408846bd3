import type * as S from "@embedded-super/contracts/schemas"

/** What a short text may have, in code points. */
const MOST = 500

/** A text of at most 500 characters; a dash in place of an empty one. */
export const shortText = (text: string): S.ShortText => {
  const points = [...text]
  return (points.length > MOST ? `${points.slice(0, MOST - 1).join("")}…` : text || "–") as S.ShortText
}
