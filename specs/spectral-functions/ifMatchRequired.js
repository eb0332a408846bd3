/** A change without If-Match is refused with 428, so the header is required exactly where that is answered. */
export default function ifMatchRequired(operation) {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  const header = parameters.find((one) => one.in === "header" && one.name === "If-Match")
  const isRefused = operation.responses?.["428"] !== undefined
  if (isRefused && header?.required !== true)
    return [{ message: "428 is answered to a request without If-Match, so the header is required." }]
  if (!isRefused && header !== undefined)
    return [{ message: "An operation that takes If-Match answers 428 to a request without it." }]
  return []
}
