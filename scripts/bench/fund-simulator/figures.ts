import { atLeast, atMost, type Figure, noted, percentile } from "../../chaos/Figure.ts"
import { machine } from "../../chaos/results.ts"
import type { Load } from "./closedLoop.ts"
import type { Kind } from "./requests.ts"
import type { Charges } from "./stripeMock.ts"

/** What was measured of one program, in all rounds. */
export interface Measured {
  /** Seconds. */
  readonly starts: Array<number>
  /** MiB. */
  readonly memory: Array<number>
  readonly loads: Record<Kind, Array<Load>>
}

export const median = (numbers: ReadonlyArray<number>): number => percentile(numbers, 0.5)

/** Calls a second, as a ratio to Prism: the least, and what is aimed at. */
const ratios: Readonly<Record<Kind, { readonly least: number; readonly aim: number }>> = {
  lookup: { least: 3, aim: 5 },
  registration: { least: 2.5, aim: 3 }
}

const speed = (kind: Kind, ours: Measured, prism: Measured): ReadonlyArray<Figure> => {
  const of = ({ loads }: Measured, name: "perSecond" | "p99") => median(loads[kind].map((load) => load[name]))
  const rate = of(ours, "perSecond")
  const prisms = of(prism, "perSecond")
  const { aim, least } = ratios[kind]
  return [
    noted(`${kind}s a second`, rate),
    noted(`${kind}s a second, Prism`, prisms),
    atLeast(`${kind}s a second, as a ratio to Prism (aim: ${aim})`, rate / prisms, least),
    noted(`p99 of a ${kind}, Prism`, of(prism, "p99"), "ms"),
    atMost(`p99 of a ${kind}`, of(ours, "p99"), of(prism, "p99"), "ms")
  ]
}

const RATIO_TO_CHARGES = "registrations a second, as a ratio to stripe-mock's charges"

/** stripe-mock's figure may be of another machine: then a ratio to it would compare the machines. */
const besideCharges = (ours: Measured, charges: Charges) => [
  noted(
    `charges a second, stripe-mock ${charges.version} on ${charges.measuredOn}, ${charges.machine}`,
    charges.perSecond
  ),
  charges.machine === machine
    ? atLeast(
        RATIO_TO_CHARGES,
        median(ours.loads.registration.map(({ perSecond }) => perSecond)) / charges.perSecond,
        1
      )
    : noted(`${RATIO_TO_CHARGES} (install stripe-mock to measure it on this machine)`, Number.NaN)
]

/** All figures; `members` is how many the simulator kept at the middle of the measurement. */
export const figuresOf = (
  ours: Measured,
  prism: Measured,
  charges: Charges,
  members: number
): ReadonlyArray<Figure> => [
  noted("first answer, packed", median(ours.starts) * 1000, "ms"),
  noted("first answer, Prism", median(prism.starts) * 1000, "ms"),
  atMost("first answer, as a ratio to Prism", median(ours.starts) / median(prism.starts), 1 / 4),
  ...speed("lookup", ours, prism),
  ...speed("registration", ours, prism),
  ...besideCharges(ours, charges),
  noted("members that it keeps by the middle round", members),
  noted("memory", median(ours.memory), "MiB"),
  noted("memory, Prism", median(prism.memory), "MiB"),
  atMost("memory, as a ratio to Prism", median(ours.memory) / median(prism.memory), 0.4)
]
