import { defineConfig } from "vitest/config"
import { LongestFirst } from "./scripts/support/longestFirst.ts"

/**
 * What `pnpm test:long` runs. Three files at a time: most of them wait for programs. Each has modules of its own, because what
 * they start is meant to be killed.
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
    // Vitest's own second is too short for a page or a program on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 180_000
  }
})
