import { defineConfig } from "vitest/config"

/** What takes long, or needs tools that npm doesn't install, is run by `pnpm test:long` (vitest.long.config.ts). */
const exclude = ["**/node_modules/**", "**/dist/**", "**/*.long.test.ts"]

// Two projects, so that only the tests that want a database wait for one.
export default defineConfig({
  test: {
    reporters: ["default", "./scripts/support/requirement-reporter.ts"],
    // Vitest would start one worker fewer than there are cores: one, on two. Most test files wait for a database or a program.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "service",
          include: ["packages/service/{src,test}/**/*.test.ts", "contract-tests/**/*.test.ts"],
          exclude,
          globalSetup: ["packages/service/test/postgres.ts"]
        }
      },
      {
        extends: true,
        test: {
          name: "packages",
          include: [
            "packages/*/{src,test}/**/*.test.ts",
            "simulators/*/{src,test}/**/*.test.ts",
            "scripts/**/*.test.ts"
          ],
          exclude: [...exclude, "packages/service/**"]
        }
      }
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
