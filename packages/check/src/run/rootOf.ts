import type { Failed } from "../check/Check.ts"

/** The key that joins failures of one origin. */
export const rootOf = ({ cause, root }: Failed): string => root ?? cause
