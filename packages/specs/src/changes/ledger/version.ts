import type { ChangeClass } from "../Change.ts"

type Version = readonly [major: number, minor: number, patch: number]

/** Three numbers, as Semantic Versioning writes them: each version in one way only. */
export const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

const parse = (version: string): Version => {
  const [major = 0, minor = 0, patch = 0] = (versionPattern.exec(version) ?? []).slice(1).map(Number)
  return [major, minor, patch]
}

export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [parse(a), parse(b)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/** From version 1.0 on, notice periods bind. */
export const isBound = (version: string): boolean => parse(version)[0] >= 1

/** The lowest version that may follow: a breaking change raises the major version, before 1.0 the minor. */
export const nextVersion = (version: string, change: ChangeClass): string => {
  const [major, minor, patch] = parse(version)
  if (change === "compatible") return `${major}.${minor}.${patch + 1}`
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
}
