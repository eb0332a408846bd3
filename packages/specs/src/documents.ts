import { fileURLToPath } from "node:url"

/** The specs, each in one file, as they are published. */
export const bundles = ["partner-api", "fund-api", "embed-api", "webhooks", "simulator-api"] as const
export type BundleName = (typeof bundles)[number]

const bundled = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@embedded-super/contracts/bundled/${name}`))

export const bundleFile = (name: BundleName): string => bundled(name)

/** The flows over those documents, which name them as the files beside them. */
export const workflowsFile = bundled("onboarding.arazzo")
