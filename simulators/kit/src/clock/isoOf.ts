let last = Number.NaN
let text = ""

/** Milliseconds as the interfaces write a time. Many things happen within one, so the last is kept. */
export const isoOf = (millis: number): string => {
  if (millis !== last) {
    text = new Date(millis).toISOString()
    last = millis
  }
  return text
}
