import type { Ending, Program } from "./processes.ts"

const titles: Readonly<Record<string, string>> = {
  database: "The database",
  service: "The service",
  fund: "The fund simulator",
  partner: "The partner simulator"
}

const titleOf = ({ name }: Pick<Program, "name">): string => titles[name] ?? `The ${name} program`

/** Describes the end of a program that wasn't asked to stop. */
export const howItEnded = (program: Pick<Program, "name">, { code, signal }: Ending): string =>
  `${titleOf(program)} ended by itself (${signal === null ? `exit code ${code}` : `killed by ${signal}`}).`

/**
 * Whether a program had no time to clean up: it was killed, or crashed. A program that is stopped before its start ends
 * by SIGTERM itself; programs that explain why they can't continue exit with 1.
 */
export const endedAbruptly = ({ code, signal }: Ending): boolean =>
  signal === null ? code !== 0 && code !== 1 : signal !== "SIGTERM"
