/**
 * The samples of the guide "Verify webhooks" in the languages that npm doesn't install, where their tools are on this
 * machine; the others are skipped.
 */
import { verifiers } from "./src/guides/languages/verifiers.ts"
import { testSample } from "./src/guides/sampleTests.ts"

for (const verifier of verifiers) if (verifier.language !== "ts") testSample(verifier)
