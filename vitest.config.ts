import { defineConfig } from "vitest/config"
import { LongestFirst } from "./scripts/support/longestFirst.ts"

/** What takes minutes, or needs tools that npm doesn't install, is run by `pnpm test:long` (vitest.long.config.ts). */
const exclude = ["**/node_modules/**", "**/dist/**", "**/*.long.test.ts"]

export default defineConfig({
  test: {
    // Vitest would start one worker fewer than there are cores: one, on two. Most test files wait for a database or a program.
    maxWorkers: 4,
    // The files that run in one worker share its modules: loading Effect and the service again for each file would take a
    // fifth of the whole time. A file that patches something global has to restore it.
    isolate: false,
    // A larger young generation: V8's default of 16 MiB spends a tenth of the time on collecting it.
    execArgv: ["--max-semi-space-size=32"],
    include: [
      "contract-tests/**/*.test.ts",
      "packages/*/{src,test}/**/*.test.ts",
      "simulators/*/{src,test}/**/*.test.ts",
      "scripts/**/*.test.ts"
    ],
    exclude,
    globalSetup: ["packages/service/test/postgres.ts"],
    sequence: { sequencer: LongestFirst },
    // A snapshot that is missing fails here as it does in CI; `-u` writes it.
    update: "none",
    // Vitest's own second is too short for a page or a program on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 180_000
  }
})
