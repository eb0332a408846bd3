import { losesNothingWhenKilledAt } from "../../../test/webhooks/killedWorkers.ts"

losesNothingWhenKilledAt([["answered", 6]])
