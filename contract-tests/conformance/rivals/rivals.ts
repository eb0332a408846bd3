/** The rivals of the kill matrix's columns. */
import type { Rival } from "./Rival.ts"

/** Finds the tools that are installed. */
export const findRivals = async (): Promise<ReadonlyArray<Rival>> => []
