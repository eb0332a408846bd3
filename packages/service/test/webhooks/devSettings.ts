import { changedSettings } from "../TestSettings.ts"

/** Development, in which webhooks may go to this machine itself, and simulated funds run on it. */
export const devSettings = changedSettings({ dev: true })
