export type EmbedMessageData = { [K in EmbedMessageKind]: any }
export type EmbedMessageKind = "loaded"|"pageLoaded"|"windowDimensionChange"|"scrollIntoView"|"urlNeeded"|"activity"|"failed"|"closeRequested"|"employerSettingsUpdated"|"employerSettingsCommitted"
export type EmbedMessage = { kind: EmbedMessageKind, version: "v1", data: any }
