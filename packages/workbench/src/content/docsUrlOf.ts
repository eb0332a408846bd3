/** The page that explains the problem in an answer's body; null if the body isn't one of our problems. */
export const docsUrlOf = (_body: string | null): string | null => null
