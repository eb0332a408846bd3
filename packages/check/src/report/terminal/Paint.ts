/** How a terminal shows emphasis: by colours, or not at all. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

const sgr =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`

const same = (text: string): string => text

export const colours: Paint = { bold: sgr(1), dim: sgr(2), red: sgr(31), green: sgr(32), yellow: sgr(33) }

export const noColours: Paint = { bold: same, dim: same, red: same, green: same, yellow: same }
