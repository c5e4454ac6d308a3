/** Raised where a value cannot be made to fit its schema; never leaves `repairJson`. */
export class RepairRefused extends Error {}
