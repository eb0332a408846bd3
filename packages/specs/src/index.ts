export { type BundleName, bundleFile, bundles, workflowsFile } from "./documents.ts"
export { writeSpecs } from "./writeSpecs.ts"
