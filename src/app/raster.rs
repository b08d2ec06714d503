//! egui's tessellated output, drawn without a GPU: the same pixels on every machine.
//!
//! Positions are rounded to 1/256 of a pixel, triangles filled by the top-left rule, so that neighbours share no pixel and
//! leave none out; textures are sampled as a GPU does, and colours blended premultiplied.

use std::collections::HashMap;

use egui::{
    ClippedPrimitive, Color32, ColorImage, TextureId, TexturesDelta,
    epaint::{
        ImageData, Primitive, Vertex,
        textures::{TextureFilter, TextureOptions},
    },
};

/// Draws what egui tessellates.
#[derive(Default)]
pub struct CpuRenderer {
    textures: HashMap<TextureId, (ColorImage, TextureOptions)>,
}

/// Subpixels a pixel.
const SUB: i64 = 256;

impl CpuRenderer {
    /// Takes over new and changed textures, and forgets those that are gone.
    pub fn update_textures(&mut self, delta: &mut TexturesDelta) {
        let mut taken = std::mem::take(delta);
        #[expect(clippy::iter_over_hash_type, reason = "textures don't touch each other")]
        for (id, changes) in &taken.set {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                match change.pos {
                    None => {
                        self.textures.insert(*id, ((**image).clone(), change.options));
                    }
                    Some([x, y]) => {
                        let Some((texture, _)) = self.textures.get_mut(id) else { continue };
                        let width = texture.width();
                        for row in 0..image.height() {
                            let to = (y + row) * width + x;
                            let from = row * image.width();
                            texture.pixels[to..to + image.width()]
                                .copy_from_slice(&image.pixels[from..from + image.width()]);
                        }
                    }
                }
            }
        }
        #[expect(clippy::iter_over_hash_type, reason = "textures don't touch each other")]
        for id in &taken.free {
            self.textures.remove(id);
        }
        taken.clear();
    }

    /// Draws primitives over `image`. \[`pixels_per_point` > 0]
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "pixels of a screen")]
    pub fn paint(&self, image: &mut ColorImage, primitives: &[ClippedPrimitive], pixels_per_point: f32) {
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some((texture, options)) = self.textures.get(&mesh.texture_id) else { continue };
            let to_pixel = |at: f32, most: usize| (at * pixels_per_point).round().clamp(0.0, most as f32) as i64;
            let clip = [
                to_pixel(clip_rect.min.x, image.width()),
                to_pixel(clip_rect.min.y, image.height()),
                to_pixel(clip_rect.max.x, image.width()),
                to_pixel(clip_rect.max.y, image.height()),
            ];
            let linear = options.magnification == TextureFilter::Linear;
            for corners in mesh.indices.chunks_exact(3) {
                let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
                fill(image, corners, texture, linear, pixels_per_point, clip);
            }
        }
    }
}

/// One side of a triangle: positive on its inner side, by how much a step right or down changes that.
struct Side {
    at: i64,
    right: i64,
    down: i64,
    /// What keeps pixels right on a right or lower side out.
    bias: i64,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "fixed-point pixels of a screen"
)]
fn fill(
    image: &mut ColorImage,
    mut corners: [Vertex; 3],
    texture: &ColorImage,
    linear: bool,
    scale: f32,
    clip: [i64; 4],
) {
    let place = |it: &Vertex| [it.pos.x, it.pos.y].map(|at| (at * scale * SUB as f32).round() as i64);
    let mut p = [place(&corners[0]), place(&corners[1]), place(&corners[2])];
    let mut area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    if area == 0 {
        return;
    }
    if area < 0 {
        p.swap(1, 2);
        corners.swap(1, 2);
        area = -area;
    }
    let span = |axis: usize, low: i64, high: i64| {
        let (least, most) = (p.iter().map(|it| it[axis]).min(), p.iter().map(|it| it[axis]).max());
        let first = ((least.unwrap_or(0) - SUB / 2) >> 8).max(low);
        first..=((most.unwrap_or(0) + SUB / 2) >> 8).min(high - 1)
    };
    let (columns, rows) = (span(0, clip[0], clip[2]), span(1, clip[1], clip[3]));
    if columns.is_empty() || rows.is_empty() {
        return;
    }
    let side = |a: [i64; 2], b: [i64; 2]| {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let (x, y) = (columns.start() * SUB + SUB / 2, rows.start() * SUB + SUB / 2);
        let bias = if dy < 0 || (dy == 0 && dx > 0) { 0 } else { -1 };
        Side { at: dx * (y - a[1]) - dy * (x - a[0]), right: -dy * SUB, down: dx * SUB, bias }
    };
    let mut sides = [side(p[1], p[2]), side(p[2], p[0]), side(p[0], p[1])];
    let shade = Shade::new(&corners, texture, linear);
    for row in rows {
        let mut at = [sides[0].at, sides[1].at, sides[2].at];
        for column in columns.clone() {
            if (0..3).all(|i| at[i] + sides[i].bias >= 0) {
                let weights = at.map(|it| it as f32 / area as f32);
                blend(&mut image.pixels[row as usize * image.size[0] + column as usize], shade.at(weights));
            }
            for i in 0..3 {
                at[i] += sides[i].right;
            }
        }
        for side in &mut sides {
            side.at += side.down;
        }
    }
}

/// The colour of a triangle's pixels.
struct Shade<'t> {
    colours: [[f32; 4]; 3],
    corners: [Vertex; 3],
    texture: &'t ColorImage,
    linear: bool,
    /// The one colour, if all pixels have the same.
    flat: Option<[f32; 4]>,
}

impl<'t> Shade<'t> {
    fn new(corners: &[Vertex; 3], texture: &'t ColorImage, linear: bool) -> Self {
        let colours = corners.map(|it| it.color.to_array().map(f32::from));
        let [a, b, c] = corners;
        let same = a.color == b.color && b.color == c.color && a.uv == b.uv && b.uv == c.uv;
        let flat = same.then(|| multiply(colours[0], sample(texture, a.uv.x, a.uv.y, linear)));
        Self { colours, corners: *corners, texture, linear, flat }
    }

    fn at(&self, weights: [f32; 3]) -> [f32; 4] {
        if let Some(flat) = self.flat {
            return flat;
        }
        let mix = |of: [f32; 3]| of[0] * weights[0] + of[1] * weights[1] + of[2] * weights[2];
        let colour = std::array::from_fn(|channel| mix(self.colours.map(|it| it[channel])));
        let (u, v) = (mix(self.corners.map(|it| it.uv.x)), mix(self.corners.map(|it| it.uv.y)));
        multiply(colour, sample(self.texture, u, v, self.linear))
    }
}

fn multiply(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|i| a[i] * b[i] / 255.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn blend(pixel: &mut Color32, source: [f32; 4]) {
    let under = pixel.to_array();
    let keep = 1.0 - source[3] / 255.0;
    let [r, g, b, a] = std::array::from_fn(|i| (source[i] + f32::from(under[i]) * keep + 0.5).min(255.0) as u8);
    *pixel = Color32::from_rgba_premultiplied(r, g, b, a);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "clamped to the texture"
)]
fn sample(texture: &ColorImage, u: f32, v: f32, linear: bool) -> [f32; 4] {
    let [width, height] = texture.size;
    let at = |x: f32, y: f32| {
        let column = x.clamp(0.0, width as f32 - 1.0) as usize;
        let row = y.clamp(0.0, height as f32 - 1.0) as usize;
        texture.pixels[row * width + column].to_array().map(f32::from)
    };
    let (x, y) = (u * width as f32, v * height as f32);
    if !linear {
        return at(x.floor(), y.floor());
    }
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (fx, fy) = (x - left, y - top);
    let [a, b] = [at(left, top), at(left + 1.0, top)];
    let [c, d] = [at(left, top + 1.0), at(left + 1.0, top + 1.0)];
    std::array::from_fn(|i| (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy)
}
