import { fileURLToPath } from "node:url"

/** The published specs, each in one file. */
export const bundles = ["partner-api", "fund-api", "embed-api", "webhooks", "simulator-api"] as const
export type BundleName = (typeof bundles)[number]

const bundled = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@embedded-super/contracts/bundled/${name}`))

export const bundleFile = (name: BundleName): string => bundled(name)

/** The workflows (Arazzo) over those documents, which they reference as sibling files. */
export const workflowsFile = bundled("onboarding.arazzo")
