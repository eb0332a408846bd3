import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "packages/*/{src,test}/**/*.test.ts",
      "simulators/*/{src,test}/**/*.test.ts",
      "contract-tests/**/*.test.ts",
      "scripts/**/*.test.ts"
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", "./scripts/support/requirement-reporter.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
