//! Pictures of the window, made without a display or a GPU.

use std::{fs::File, io::BufWriter, path::Path};

use egui::{ClippedPrimitive, Color32, ColorImage, Context, Event, Pos2, RawInput, Rect, ViewportId, vec2};

use super::{CpuRenderer, Navscope};
use crate::{
    debugger::{Command, Moment},
    io::{self, InputError, Limits},
    trace::StageName,
};

/// A window without a system around it.
pub struct Picture {
    context: Context,
    renderer: CpuRenderer,
    app: Navscope,
    size: [usize; 2],
    pixels_per_point: f32,
    frames: u32,
}

impl Picture {
    /// A window of a size, whose work is all done. \[pixels]
    #[must_use]
    pub fn new(mut app: Navscope, size: [usize; 2], pixels_per_point: f32) -> Self {
        app.settle();
        Self { context: Context::default(), renderer: CpuRenderer::default(), app, size, pixels_per_point, frames: 0 }
    }

    /// The window's state.
    pub fn app(&mut self) -> &mut Navscope {
        &mut self.app
    }

    /// Draws a frame with some input, and returns what is then to be seen.
    pub fn frame(&mut self, events: Vec<Event>) -> ColorImage {
        let primitives = self.primitives(events);
        let mut image = ColorImage::filled(self.size, Color32::BLACK);
        self.renderer.paint(&mut image, &primitives, self.pixels_per_point);
        image
    }

    /// All of a frame's work but putting pixels, which is the GPU's elsewhere.
    #[expect(clippy::cast_precision_loss, reason = "pixels of a screen")]
    pub fn primitives(&mut self, events: Vec<Event>) -> Vec<ClippedPrimitive> {
        let [width, height] = self.size;
        let size = vec2(width as f32, height as f32) / self.pixels_per_point;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
            time: Some(f64::from(self.frames) * 0.1),
            events,
            ..RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(self.pixels_per_point);
        }
        self.frames += 1;
        let app = &mut self.app;
        let mut output = self.context.run_ui(input, |ui| app.ui(ui));
        self.renderer.update_textures(&mut output.textures_delta);
        self.context.tessellate(output.shapes, output.pixels_per_point)
    }

    /// Draws frames until nothing moves any more, and returns the last.
    pub fn settled(&mut self) -> ColorImage {
        for _ in 0..5 {
            self.app.settle();
            self.frame(Vec::new());
        }
        self.frame(Vec::new())
    }
}

/// Writes a picture as PNG.
///
/// # Errors
///
/// The file can't be written.
pub fn write_png(image: &ColorImage, path: &Path) -> Result<(), InputError> {
    let failed =
        |error: String| InputError::whole(format!("can't be written: {error}")).in_file(&path.display().to_string());
    let file = File::create(path).map_err(|error| failed(error.to_string()))?;
    let [width, height] = image.size.map(|it| u32::try_from(it).unwrap_or(u32::MAX));
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|it| [it.r(), it.g(), it.b()]).collect();
    let mut writer = encoder.write_header().map_err(|error| failed(error.to_string()))?;
    writer.write_image_data(&bytes).map_err(|error| failed(error.to_string()))
}

/// One picture of the README's.
struct Scene {
    file: &'static str,
    maze: &'static str,
    preset: &'static str,
    at: Moment,
    size: [usize; 2],
    dark: bool,
    /// How much closer than everything in view, about the step.
    zoom: f64,
}

const SMALL: [usize; 2] = [1280, 800];
const LARGE: [usize; 2] = [1920, 1080];

const fn scene(file: &'static str, maze: &'static str, preset: &'static str, stage: StageName, at: usize) -> Scene {
    Scene { file, maze, preset, at: Moment { stage, at, observed: 0 }, size: SMALL, dark: true, zoom: 1.0 }
}

/// Every state that the README shows.
const SCENES: &[Scene] = &[
    scene("window.png", "two-rooms.toml", "default", StageName::Audit, usize::MAX),
    Scene { dark: false, ..scene("samples-light.png", "pillars.txt", "default", StageName::Samples, 120) },
    scene("triangulate.png", "article.txt", "default", StageName::Triangulate, 300),
    Scene { dark: false, ..scene("filter-light.png", "diag.txt", "article", StageName::Filter, usize::MAX) },
    Scene { size: LARGE, ..scene("search.png", "random40.txt", "default", StageName::Search, 5000) },
    Scene {
        at: Moment { stage: StageName::Funnel, at: 108, observed: 2 },
        zoom: 2.6,
        ..scene("funnel.png", "article_open_6_1.txt", "article", StageName::Funnel, 0)
    },
    Scene {
        size: LARGE,
        dark: false,
        ..scene("audit-light.png", "article.txt", "article", StageName::Audit, usize::MAX)
    },
];

/// Makes all pictures of the README in a folder.
///
/// # Errors
///
/// A file can't be written.
pub fn make_all(folder: &Path) -> Result<Vec<String>, InputError> {
    let failed = |error: std::io::Error| {
        InputError::whole(format!("can't be made: {error}")).in_file(&folder.display().to_string())
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut made = Vec::new();
    for scene in SCENES {
        let mut app = Navscope::new(Some(io::built_in(scene.maze)?), None);
        app.set_dark(scene.dark);
        app.apply(Command::Preset(scene.preset.to_owned()));
        let mut picture = Picture::new(app, scene.size, 1.0);
        picture.app().apply(Command::Seek(scene.at));
        picture.settled();
        if scene.zoom > 1.0 {
            picture.app().zoom_to_step(scene.zoom);
        }
        write_png(&picture.settled(), &folder.join(scene.file))?;
        made.push(scene.file.to_owned());
    }
    let mut app = Navscope::new(None, None);
    app.open(io::parse("broken.toml", "[maze]\nmap = \"\"\"\n#S G#\n\"\"\"\n[bake]\nsampels = 5\n", Limits::default()));
    let mut picture = Picture::new(app, SMALL, 1.0);
    write_png(&picture.settled(), &folder.join("error.png"))?;
    made.push("error.png".to_owned());
    Ok(made)
}
