import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    reporters: ["default"],
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "service",
          include: ["packages/service/{src,test}/**/*.test.ts", "contract-tests/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.long.test.ts"],
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
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.long.test.ts", "packages/service/**"]
        }
      }
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
