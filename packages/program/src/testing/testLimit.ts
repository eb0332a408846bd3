/** Milliseconds that a test, or a hook, may take. It ends what hangs; no verdict depends on it. */
export const TEST_LIMIT = 180_000
