/** Times and durations as people read them. The time zone is the machine's, unless a frame names another. */

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string | undefined, part: "clock" | "day"): Intl.DateTimeFormat => {
  const key = `${part} ${zone ?? ""}`
  let format = formats.get(key)
  if (format === undefined) {
    const parts: Intl.DateTimeFormatOptions =
      part === "clock"
        ? { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }
        : { weekday: "short", day: "numeric", month: "short", year: "numeric" }
    format = new Intl.DateTimeFormat("en-AU", { ...parts, ...(zone === undefined ? {} : { timeZone: zone }) })
    formats.set(key, format)
  }
  return format
}

/** For example 14:05:31. */
export const clockOf = (at: string, zone?: string): string => formatOf(zone, "clock").format(new Date(at))

/** For example Sat, 21 Nov 2026. */
export const dayOf = (at: string, zone?: string): string => formatOf(zone, "day").format(new Date(at))

const units = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"]
] as const

/** For example 4 s, 2 min 5 s, 5 d: the two largest units. */
export const lengthOf = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 1) return `${Math.max(0, Math.round(milliseconds))} ms`
  const first = units.findIndex(([size]) => seconds >= size)
  const [size, name] = units[first]!
  const next = units[first + 1]
  const rest = next === undefined ? 0 : Math.floor((seconds % size) / next[0])
  return `${Math.floor(seconds / size)} ${name}${rest === 0 || next === undefined ? "" : ` ${rest} ${next[1]}`}`
}

/** For example +4 s; undefined if less than a second lies between. */
export const gapBetween = (earlier: string, later: string): string | undefined => {
  const gap = Date.parse(later) - Date.parse(earlier)
  return gap >= 1000 ? `+${lengthOf(gap)}` : undefined
}
