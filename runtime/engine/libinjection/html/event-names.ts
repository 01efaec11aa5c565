/** Names of events whose `on...` attributes run script (docs/spec/libinjection.md#attributes). */
import type { ByteString } from '../../bytes/byte-string.ts';

/** A name that begins with another name of the list is left out. */
const names = `
  abort accesskeynotfound activate active addsourcebuffer addstream addtrack afterpaint afterprint
  afterscriptexecute animationcancel animationend animationiteration animationstart audiocomplete
  audioend audioprocess audiostart autocomplete auxclick backgroundfetchabort backgroundfetchclick
  backgroundfetchfail backgroundfetchsuccess beforeactivate beforecopy beforecut beforeinput
  beforeload beforematch beforepaste beforeprint beforescriptexecute beforetoggle beforeunload
  beginevent blocked blur boundary bufferedamountlow bufferedchange cached cancel canplay change
  chargingchange chargingtimechange checking click close closing command complete
  compositionchange compositionend compositionstart compositionupdate configurationchange connect
  contentvisibilityautostatechange contextlost contextmenu contextrestored controllerchange
  cookiechange coordinatorstatechange copy couponcodechanged cuechange currententrychange cut
  dataavailable datachannel dblclick dequeue devicechange devicelight devicemotion
  deviceorientation dischargingtimechange disconnect dispose domactivate domcharacterdatamodified
  domcontentloaded domnodeinserted domnoderemoved domsubtreemodified downloading drag drop
  durationchange edgeuicanceled edgeuicompleted edgeuistarted editorbeforeinput editorinput
  emptied encrypted end enter error exit fencedtreeclick fetch finish focus formchange
  formcheckboxstatechange formdata forminvalid formradiostatechange formreset formselect
  formsubmit fullscreenchange fullscreenerror gamepadaxismove gamepadbuttondown gamepadbuttonup
  gamepadconnected gamepaddisconnected gatheringstatechange gesturechange gestureend
  gesturescrollend gesturescrollstart gesturescrollupdate gesturestart gesturetap
  gotpointercapture hashchange icecandidate iceconnectionstatechange icegatheringstatechange
  imageabort inactive input install invalid invoke keydown keypress keystatuseschange keyup
  languagechange leavepictureinpicture legacyattrmodified legacycharacterdatamodified
  legacydomactivate legacydomfocusin legacydomfocusout legacymouselineorpagescroll
  legacymousepixelscroll legacynodeinserted legacynoderemoved legacysubtreemodified
  legacytextinput levelchange load lostpointercapture magnifygesture mark
  mediarecorderdataavailable mediarecorderstop mediarecorderwarning merchantvalidation message
  mousedoubleclick mousedown mouseenter mouseexplorebytouch mousehittest mouseleave mouselongtap
  mousemove mouseout mouseover mouseup mousewheel mozfullscreenchange mozfullscreenerror
  mozpointerlockchange mozpointerlockerror mozvisualresize mozvisualscroll mute navigate
  negotiationneeded nexttrack nomatch notificationclick notificationclose noupdate obsolete
  offline online open orientationchange overflowchanged overscroll pagehide pagereveal pageshow
  pageswap paste pause payerdetailchange paymentauthorized paymentmethodchange
  paymentmethodselected play pointerauxclick pointercancel pointerclick pointerdown pointerenter
  pointergotcapture pointerleave pointerlockchange pointerlockerror pointerlostcapture pointermove
  pointerout pointerover pointerrawupdate pointerup popstate presstapgesture previoustrack
  processorerror progress propertychange push qualitychange ratechange readystatechange redraw
  rejectionhandled release remove repeat reset resize resourcetimingbufferfull result resume
  rotategesture rtctransform scroll search securitypolicyviolation seeked seeking select
  shippingaddresschange shippingcontactselected shippingmethodselected shippingoptionchange show
  signalingstatechange slotchange smilbeginevent smilendevent smilrepeatevent sort soundend
  soundstart sourceclose sourceended sourceopen speechend speechstart squeeze stalled start
  statechange stop storage submit success suspend svgload svgscroll swipegesture tapgesture
  textinput timeout timeupdate toggle tonechange touchcancel touchend touchforcechange touchmove
  touchstart track transitioncancel transitionend transitionrun transitionstart uncapturederror
  unhandledrejection unidentifiedevent unload unmute update upgradeneeded userproximity
  validatemerchant versionchange visibilitychange voiceschanged volumechange vrdisplayactivate
  vrdisplayconnect vrdisplaydeactivate vrdisplaydisconnect vrdisplaypresentchange waiting
  webglcontextcreationerror webglcontextlost webglcontextrestored webkitanimationend
  webkitanimationiteration webkitanimationstart webkitassociateformcontrols webkitautofillrequest
  webkitbeforetextinserted webkitbeginfullscreen webkitcurrentplaybacktargetiswirelesschanged
  webkitendfullscreen webkitfullscreenchange webkitfullscreenerror webkitkeyadded webkitkeyerror
  webkitkeymessage webkitmediasessionmetadatachanged webkitmouseforcechanged webkitmouseforcedown
  webkitmouseforceup webkitmouseforcewillbegin webkitneedkey webkitnetworkinfochange
  webkitplaybacktargetavailabilitychanged webkitpresentationmodechanged webkitremovesourcebuffer
  webkitshadowrootattached webkitsourceclose webkitsourceended webkitsourceopen
  webkittransitionend wheel write xulbroadcast xulcommandupdate xulpopuphidden xulpopuphiding
  xulpopupshowing xulpopupshown xulsystemstatusbarclick zoom
`;

const handler = new RegExp(`^on(?:${names.trim().split(/\s+/).join('|')})`, 'i');

/** Returns whether an attribute name begins with `on` and an event name, as `onclick` and `onclickx` do. */
export function isEventHandler(name: ByteString): boolean {
  return handler.test(name);
}
