import { defineConfig } from "vitest/config"
import { LongestFirst } from "./scripts/support/longestFirst.ts"
import { TEST_LIMIT } from "./scripts/support/testLimit.ts"

/**
 * The evidence: what `pnpm test:long` runs. Three files at a time: most of them wait for programs. Each has modules of its own,
 * because what they start is meant to be killed.
 */
export default defineConfig({
  test: {
    include: ["{packages,simulators,contract-tests,scripts}/**/*.long.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["packages/service/test/postgres.ts"],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A snapshot that is missing fails here as it does in CI; `-u` writes it.
    update: "none",
    expect: { poll: { timeout: TEST_LIMIT } },
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT
  }
})
