//! Pictures of the window, made without a display or a GPU.

use std::path::{Path, PathBuf};

use egui::{
    ClippedPrimitive, Color32, ColorImage, Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect,
    ViewportId, vec2,
};

use super::{CpuRenderer, Navscope, drawer::Tab};
use crate::{
    debugger::Command,
    geometry::Point,
    io::{self, InputError, Limits, OutputKind, Outputs, Scenario, Value},
    maze::Cell,
    mesh::VertexId,
    trace::{LaneId, Moment, StageName, Thing},
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
        self.app.settle();
        self.frame(Vec::new())
    }
}

/// Which program made a picture, as PNG says it.
const MADE_BY: (&str, &str) = ("Software", "navscope");

/// Pictures of the window as a kind of output.
const PNG: OutputKind = OutputKind {
    name: "a picture",
    is_own: |it| String::from_utf8_lossy(it).contains(&format!("{}\0{}", MADE_BY.0, MADE_BY.1)),
};

/// A picture as PNG.
///
/// # Errors
///
/// It has no pixels, or more than the format allows.
pub fn png(image: &ColorImage) -> Result<Vec<u8>, InputError> {
    let [width, height] = image.size.map(|it| u32::try_from(it).unwrap_or(u32::MAX));
    let pixels: Vec<u8> = image.pixels.iter().flat_map(|it| [it.r(), it.g(), it.b()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let named = encoder.add_text_chunk(MADE_BY.0.to_owned(), MADE_BY.1.to_owned());
    let encoded = named.and_then(|()| encoder.write_header()).and_then(|mut it| it.write_image_data(&pixels));
    encoded.map_err(|error| InputError::whole(format!("the picture can't be made: {error}")))?;
    Ok(bytes)
}

/// One picture of the README's.
struct Scene {
    file: &'static str,
    maze: &'static str,
    preset: &'static str,
    at: Moment,
    size: [usize; 2],
    dark: bool,
    tab: Option<Tab>,
    /// What is done before the picture is taken.
    then: fn(&mut Picture),
}

const SMALL: [usize; 2] = [1280, 800];
const LARGE: [usize; 2] = [1920, 1080];

const fn scene(file: &'static str, maze: &'static str, preset: &'static str, stage: StageName, at: usize) -> Scene {
    let at = Moment { lane: LaneId::first(stage), at, observed: 0 };
    let (size, tab) = (SMALL, Some(Tab::Events));
    Scene { file, maze, preset, at, size, dark: true, tab, then: |_| () }
}

/// The name that stands for a map made for the pictures: no maze of that size is built in.
const CAVES: &str = "caves-512.map";

/// Every state that the README shows.
const SCENES: &[Scene] = &[
    scene("window.png", "two-rooms.toml", "default", StageName::Audit, usize::MAX),
    Scene { dark: false, ..scene("samples-light.png", "pillars.txt", "default", StageName::Samples, 120) },
    Scene {
        then: |it| it.select(Thing::Vertex(VertexId::new(290))),
        ..scene("triangulate.png", "article.txt", "default", StageName::Triangulate, 290)
    },
    Scene {
        dark: false,
        tab: Some(Tab::Violations),
        ..scene("filter-light.png", "diag.txt", "article", StageName::Filter, usize::MAX)
    },
    Scene {
        size: LARGE,
        tab: Some(Tab::Plots),
        ..scene("search.png", "random40.txt", "default", StageName::Search, 5000)
    },
    Scene { dark: false, ..scene("portals-light.png", "zigzag.txt", "default", StageName::Portals, 60) },
    Scene {
        tab: Some(Tab::Breakpoints),
        at: Moment { lane: LaneId::first(StageName::Funnel), at: 40, observed: 0 },
        then: |it| {
            it.app().apply(Command::AddBreakpoint("broken:wrong-answer".to_owned()));
            it.app().apply(Command::AddBreakpoint("apex moved".to_owned()));
            it.app().apply(Command::EnableBreakpoint { index: 1, on: false });
            it.settled();
            it.app().apply(Command::RunTo { forward: true });
            it.app().apply(Command::ToggleBookmark);
            it.settled();
            it.app().zoom_to_step(2.4);
        },
        ..scene("funnel.png", "article_open_6_1.txt", "article", StageName::Funnel, 0)
    },
    Scene {
        size: LARGE,
        dark: false,
        tab: Some(Tab::Violations),
        ..scene("audit-light.png", "article.txt", "article", StageName::Audit, usize::MAX)
    },
    Scene {
        then: |it| {
            it.press_key(Key::U);
            it.drag(Point::new(13.5, 2.5), Point::new(17.5, 8.5));
        },
        ..scene("painting.png", "two-rooms.toml", "default", StageName::Filter, usize::MAX)
    },
    Scene {
        dark: false,
        then: |it| {
            it.app().launcher.open_with("step");
            it.settled();
        },
        ..scene("palette-light.png", "stair.txt", "default", StageName::Search, 40)
    },
    Scene {
        size: LARGE,
        tab: None,
        then: |it| {
            it.app().apply(Command::Set { path: "bake.samples".to_owned(), value: Value::Number(1.0) });
            it.app().apply(Command::SetStart(Point::new(92.5, 33.5).into()));
            it.app().apply(Command::SetGoal(Point::new(412.5, 452.5).into()));
            it.settled();
            it.app().apply(Command::Seek(Moment::after(StageName::Search, 150_000)));
        },
        ..scene("map-512.png", CAVES, "default", StageName::Search, 0)
    },
    Scene {
        dark: false,
        then: |it| {
            it.app().apply(Command::Set { path: "agent.radius".to_owned(), value: Value::Number(0.3) });
            it.settled();
            it.app().apply(Command::Seek(Moment::after(StageName::Triangulate, 420)));
            it.settled();
            it.app().zoom_to_step(3.0);
        },
        ..scene("walls-light.png", "article_open_6_1.txt", "optimal", StageName::Triangulate, 0)
    },
    scene("polyanya.png", "random40.txt", "optimal", StageName::Polyanya, 90),
    Scene {
        dark: false,
        then: |it| {
            it.app().apply(Command::Set { path: "agent.radius".to_owned(), value: Value::Number(0.4) });
            it.settled();
            it.app().apply(Command::Seek(Moment::after(StageName::Round, usize::MAX)));
        },
        ..scene("round-light.png", "pillars.txt", "optimal", StageName::Round, 0)
    },
    Scene {
        tab: Some(Tab::Compare),
        then: |it| {
            it.settled();
            it.app().drawer.compare.choose(&["article", "walls, A* over centroids"]);
        },
        ..scene("compare.png", "article_open_6_1.txt", "default", StageName::Audit, usize::MAX)
    },
    Scene {
        then: |it| {
            it.set("search.graph", "grid");
            it.app().apply(Command::Seek(Moment::after(StageName::Grid, 420)));
        },
        ..scene("grid.png", "random40.txt", "default", StageName::Audit, usize::MAX)
    },
    Scene {
        dark: false,
        then: |it| {
            it.set("bake.recipe", "rectangles");
            it.app().apply(Command::Seek(Moment::after(StageName::Rectangles, 9)));
        },
        ..scene("rectangles-light.png", "pillars.txt", "default", StageName::Audit, usize::MAX)
    },
    Scene {
        then: |it| {
            it.set("agent.radius", "0.35");
            it.set("walk.agents", "both");
            it.app().apply(Command::Seek(Moment::after(StageName::Walk, 66)));
        },
        ..scene("walk.png", "pocket.txt", "optimal", StageName::Audit, usize::MAX)
    },
    Scene {
        tab: Some(Tab::Clicks),
        dark: false,
        then: |it| {
            let cells = vec![(10, 4), (15, 3), (15, 4)];
            it.app().apply(Command::Paint { storey: 0, cells, to: Cell::Wall });
            it.app().apply(Command::Release);
        },
        ..scene("clicks-light.png", "click-tests.toml", "default", StageName::Audit, usize::MAX)
    },
    Scene {
        dark: false,
        then: |it| {
            let blank = Scenario::blank(24, 16, true);
            it.app().open(blank);
        },
        ..scene("empty-light.png", "two-rooms.toml", "default", StageName::Audit, usize::MAX)
    },
    Scene {
        then: |it| {
            let broken = "[maze]\nmap = \"\"\"\n#S G#\n\"\"\"\n[bake]\nsampels = 5\n";
            it.app().open(io::parse("broken.toml", broken, Limits::default()));
        },
        ..scene("error.png", "two-rooms.toml", "default", StageName::Audit, usize::MAX)
    },
];

impl Picture {
    /// Changes a setting, and waits for what comes of it.
    fn set(&mut self, path: &str, value: &str) {
        self.app.apply(Command::Set { path: path.to_owned(), value: Value::from_text(value) });
        self.app.apply(Command::Release);
        self.settled();
    }

    fn select(&mut self, thing: Thing) {
        self.app.apply(Command::Select(Some(thing)));
    }

    /// Presses and releases a key.
    fn press_key(&mut self, key: Key) {
        let event =
            |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        self.frame(vec![event(true), event(false)]);
    }

    /// Presses the pointer's button in one place, and moves it to another.
    fn drag(&mut self, from: Point, to: Point) {
        let [Some(from), Some(to)] = [from, to].map(|it| self.app.screen_from_world(it)) else { return };
        let press = Event::PointerButton {
            pos: from,
            button: PointerButton::Primary,
            pressed: true,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(from)]);
        self.frame(vec![press]);
        self.frame(vec![Event::PointerMoved(to)]);
    }
}

/// A map of 512 × 512 cells: coarse noise, rounded off until there are caves.
fn caves() -> Result<Scenario, InputError> {
    const SIDE: usize = 102;
    const CELL: usize = 5;
    let mut state = 7u64;
    let mut wall: Vec<bool> = (0..SIDE * SIDE)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % 100 < 43
        })
        .collect();
    for _ in 0..5 {
        let before = wall.clone();
        for (index, cell) in wall.iter_mut().enumerate() {
            let (x, y) = (index % SIDE, index / SIDE);
            let around = (0..9).filter(|i| {
                let (x, y) = ((x + i % 3).wrapping_sub(1), (y + i / 3).wrapping_sub(1));
                x >= SIDE || y >= SIDE || before[y * SIDE + x]
            });
            *cell = around.count() >= 5;
        }
    }
    let mut text = "type octile\nheight 512\nwidth 512\nmap\n".to_owned();
    for row in 0..512 {
        let is_wall = |column: usize| wall[(row / CELL).min(SIDE - 1) * SIDE + (column / CELL).min(SIDE - 1)];
        text.extend((0..512).map(|column| if is_wall(column) { '@' } else { '.' }));
        text.push('\n');
    }
    io::parse(CAVES, &text, Limits::default())
}

/// Makes all pictures of the README in a folder, and returns where they are. With `force` it replaces files that are no such
/// pictures, too.
///
/// # Errors
///
/// A file can't be written, or is not known to be such a picture.
pub fn make_all(folder: &Path, force: bool) -> Result<Vec<PathBuf>, InputError> {
    let mut outputs = Outputs::new(Vec::new(), force);
    outputs.make_folder(folder)?;
    let files = SCENES.iter().map(|it| outputs.claim(&folder.join(it.file), PNG, None));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let mut made = Vec::new();
    for (scene, file) in SCENES.iter().zip(files) {
        let scenario = if scene.maze == CAVES { caves()? } else { io::built_in(scene.maze)? };
        let mut app = Navscope::new(Some(scenario), None);
        app.set_dark(scene.dark);
        app.drawer.tab = scene.tab;
        app.apply(Command::Preset(scene.preset.to_owned()));
        let mut picture = Picture::new(app, scene.size, 1.0);
        picture.app().apply(Command::Seek(scene.at));
        picture.settled();
        (scene.then)(&mut picture);
        file.write(&png(&picture.settled())?)?;
        made.push(folder.join(scene.file));
    }
    Ok(made)
}
