"use strict";
// The part of the map that is seen: dragged, pinched, wheeled, or led to where something happens. `onPlace`
// is told of the place that was clicked, -1 for none.
const mapView = (map, data, onPlace) => {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let view = data.view.slice(), target = view.slice(), gliding = 0, dragged = false, grip = null;
  const show = () => map.setAttribute("viewBox", view.map((n) => n.toFixed(1)).join(" "));
  const glide = () => {
    const rest = target.map((n, i) => n - view[i]);
    if (still || rest.every((n) => Math.abs(n) < .5)) { view = target.slice(); gliding = 0; show(); return; }
    view = view.map((n, i) => n + rest[i] * .16);
    show(); gliding = requestAnimationFrame(glide);
  };
  const look = (to, isAtOnce) => {
    target = to;
    if (isAtOnce) { cancelAnimationFrame(gliding); gliding = 0; view = to.slice(); show(); } else if (!gliding) gliding = requestAnimationFrame(glide);
  };
  const zoom = (by, cx = target[0] + target[2] / 2, cy = target[1] + target[3] / 2, isAtOnce = false) => {
    const width = Math.max(data.view[2] / 14, Math.min(data.view[2] * 1.5, target[2] * by)), real = width / target[2];
    look([cx - (cx - target[0]) * real, cy - (cy - target[1]) * real, width, target[3] * real], isAtOnce);
  };
  const lookAt = (places) => {
    if (!places.length) return;
    const xs = places.map((p) => data.spots[p][0]), ys = places.map((p) => data.spots[p][1]);
    const room = data.counter * 4, width = Math.max(...xs) - Math.min(...xs) + room * 2, height = Math.max(...ys) - Math.min(...ys) + room * 2;
    const scale = Math.max(width / data.view[2], height / data.view[3], .34);
    if (scale >= .9) { look(data.view.slice()); return; }
    const w = data.view[2] * scale, h = data.view[3] * scale;
    look([(Math.max(...xs) + Math.min(...xs)) / 2 - w / 2, (Math.max(...ys) + Math.min(...ys)) / 2 - h / 2, w, h]);
  };
  const onMap = (e) => { const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(map.getScreenCTM().inverse()); return [p.x, p.y]; };
  map.addEventListener("wheel", (e) => { e.preventDefault(); zoom(e.deltaY > 0 ? 1.18 : 1 / 1.18, ...onMap(e), true); }, { passive: false });
  // One finger or the mouse moves the map, two fingers pinch it.
  const fingers = new Map();
  const span = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY); };
  map.addEventListener("pointerdown", (e) => { fingers.set(e.pointerId, e); grip = onMap(e); dragged = fingers.size > 1; });
  map.addEventListener("pointermove", (e) => {
    if (fingers.size === 2 && fingers.has(e.pointerId)) {
      const before = span();
      fingers.set(e.pointerId, e);
      const [a, b] = [...fingers.values()], middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      if (span() > 0) zoom(before / span(), ...onMap(middle), true);
      grip = null;
      return;
    }
    if (!grip) return;
    const [x, y] = onMap(e);
    if (!dragged && Math.hypot(x - grip[0], y - grip[1]) < data.counter / 4) return;
    if (!dragged) map.setPointerCapture(e.pointerId);
    dragged = true; map.classList.add("dragged");
    look([view[0] + grip[0] - x, view[1] + grip[1] - y, view[2], view[3]], true);
  });
  for (const name of ["pointerup", "pointercancel"]) map.addEventListener(name, (e) => { fingers.delete(e.pointerId); grip = null; map.classList.remove("dragged"); });
  map.addEventListener("click", (e) => {
    if (dragged || e.target.closest(".piece")) return;
    const [x, y] = onMap(e);
    const near = data.spots.findIndex(([sx, sy, w, h, stacked]) => stacked ? Math.hypot(x - sx, y - sy) < data.counter * .8 : Math.abs(x - sx) < w / 2 && Math.abs(y - sy) < h / 2);
    onPlace(near);
  });
  return { look, lookAt, zoom, wasDragged: () => dragged };
};
