import { defineConfig } from "vitest/config"

/** What `pnpm test:long` runs: one file after the other, because each wants the machine for itself. */
export default defineConfig({
  test: {
    include: ["{packages,simulators,contract-tests,scripts}/**/*.long.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["packages/service/test/postgres.ts"],
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
