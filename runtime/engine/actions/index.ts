/** The actions that exist at run time. */
export {
  changeAuditLogParts,
  removeRules,
  removeTarget,
  setAuditEngine,
  setDebugLogLevel,
  setForceRequestBodyVariable,
  setForceResponseBodyVariable,
  setRequestBodyAccess,
  setRequestBodyLimit,
  setRequestBodyProcessor,
  setResponseBodyAccess,
  setResponseBodyLimit,
  setResponseBodyProcessor,
  setRuleEngine,
} from './control.ts';
export { allow, deny, drop, redirect } from './disruptive.ts';
export { initCollection } from './init-collection.ts';
export { setPathArguments } from './set-path-arguments.ts';
export { addToRegister, setRegister, subtractFromRegister } from './set-register.ts';
export {
  addToVariable,
  deprecateVariable,
  expireVariable,
  setEnv,
  setVariable,
  subtractFromVariable,
  unsetVariable,
} from './set-variable.ts';
