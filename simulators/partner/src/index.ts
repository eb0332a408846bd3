export { partnerSimulator, type PartnerSimulatorOptions } from "./partnerSimulator.ts"
