import type { ParityTable } from "./ParityTable.ts"

/** The table for a terminal. */
export const printed = ({ correct, faults }: ParityTable): string => {
  const rows = faults.map(
    ({ fault, kit, service }) =>
      `${fault}\n  kit      ${kit.check} ${kit.level} ${kit.verdict}: ${kit.sentence}\n  service  ${service.does.join(" ")}${service.because === undefined ? "" : `\n           ${service.because}`}`
  )
  const right = correct.map(({ service, variant }) => `${variant}\n  service  ${service.does.join(" ")}`)
  return `\nWhat the service does with each faulty fund\n${rows.join("\n")}\n\nand with each correct one\n${right.join("\n")}\n\n`
}
