import type { Ending, Program } from "./processes.ts"

const titles: Readonly<Record<string, string>> = {
  database: "The database",
  service: "The service",
  fund: "The fund simulator",
  partner: "The partner simulator"
}

const titleOf = ({ name }: Pick<Program, "name">): string => titles[name] ?? `The ${name} program`

/** How a program ended that nobody told to end. */
export const howItEnded = (program: Pick<Program, "name">, { code, signal }: Ending): string =>
  `${titleOf(program)} ended by itself (${signal === null ? `exit code ${code}` : `killed by ${signal}`}).`

/**
 * Whether a program had no time to put things away: it was killed, or broke down. One that is told to end before it has
 * begun is ended by SIGTERM itself; 1 is how programs end that say why they can't go on.
 */
export const endedAbruptly = ({ code, signal }: Ending): boolean =>
  signal === null ? code !== 0 && code !== 1 : signal !== "SIGTERM"
