/**
 * Tests of which the gate tries a few cases, with eight times as many, or all; a machine's sequences are others in each run.
 */
import process from "node:process"

process.env["MORE_CASES"] ??= "8"

await import("./fieldRules.test.ts")
await import("../src/employer-issues/issueMachine.test.ts")
await import("../src/employer-lists/brokenFiles.test.ts")
await import("../src/employers/settingsMachine.test.ts")
await import("../src/onboarding-session-intents/intentMachine.test.ts")
await import("../src/onboarding-sessions/sessionMachine.test.ts")
await import("../src/webhooks/delivery/deliveryMachineRandom.test.ts")
await import("../src/webhooks/delivery/deliveryOrder.test.ts")
await import("../src/webhooks/delivery/killedDelivery.program.test.ts")
