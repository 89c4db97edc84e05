//! A valid file of every format and encoding, all of the same kind of small mesh.

/// Four points of a tet.
pub const POINTS: [[f64; 3]; 4] =
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// A square with a polyline.
pub const OBJ: &str = "# a square\nmtllib a.mtl\nv 0 0 0\r\nv 1 0 0 1.0\nv 1 1 0\nv 0 1 \\\n0\n\
    vt 0 0\nvn 0 0 1\nf 1/1 2/1/1 3//1 -1 # a fan\nl 1 2 \\\r\n 3\n";

/// A triangle and its back.
pub const STL_ASCII: &str = "solid two sides\nfacet normal nan 0 1\n outer loop\n  vertex 0 0 0\n  \
    vertex 1 0 0\n  vertex 0 1e0 0\n endloop\nendfacet\nFACET NORMAL 0 0 -1\n OUTER LOOP\n  \
    VERTEX 0 1 0\n  VERTEX 1 0 0\n  VERTEX -0 0 0\n ENDLOOP\nENDFACET\nendsolid two sides\n";

/// A tet in TetGen's `.node`, numbered from 1, with an attribute and a marker.
pub const NODE: &str = "# corners\n4 3 1 1\n1 0 0 0 7 1\n2 1 0 0 7 1\n\n3 0 1 0 7 1 # here\n\
    4 0 0 1 7 1\n";
/// The same tet in TetGen's `.ele`.
pub const ELE: &str = "1 4 1\n1 1 2 3 4 9\n";
/// Its faces.
pub const FACE: &str = "2 1\n1 1 3 2 -1\n2 1 2 4 -1\n";

/// Gmsh 1.
pub const GMSH_ONE: &str = "$NOD\n4\n10 0 0 0\n20 1 0 0\n5 0 1 0\n7 0 0 1\n$ENDNOD\n$ELM\n3\n\
    1 1 1 1 2 10 20\n2 2 1 1 3 10 5 20\n3 4 1 1 4 10 20 5 7\n$ENDELM\n";
/// Gmsh 2.2.
pub const GMSH_TWO: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"all\"\n\
    $EndPhysicalNames\n$Nodes\n4\n10 0 0 0\n20 1 0 0\n5 0 1 0\n7 0 0 1\n$EndNodes\n$Elements\n4\n\
    1 15 2 0 1 10\n2 1 2 0 1 10 20\n3 2 2 0 1 10 5 20\n4 4 3 0 1 0 10 20 5 7\n$EndElements\n";
/// Gmsh 4.1.
pub const GMSH_FOUR: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 0\n\
    $EndEntities\n$Nodes\n2 4 5 20\n1 1 1 2\n10\n20\n0 0 0 0.5\n1 0 0 0.7\n3 1 0 2\n5\n7\n0 1 0\n\
    0 0 1\n$EndNodes\n$Elements\n3 3 1 3\n1 1 1 1\n1 10 20\n2 1 2 1\n2 10 5 20\n3 1 4 1\n\
    3 10 20 5 7\n$EndElements\n";

/// The tet, a triangle and a line of the Gmsh samples, in each encoding; and the square in PLY.
pub fn gmsh_all() -> Vec<Vec<u8>> {
    let mut all = vec![GMSH_ONE.into(), GMSH_TWO.into(), GMSH_FOUR.into()];
    for big in [false, true] {
        all.extend([gmsh_two_binary(big), gmsh_four_binary(big)]);
    }
    all
}

/// Numbers as bytes of either order.
struct Bytes {
    bytes: Vec<u8>,
    big: bool,
}

impl Bytes {
    fn text(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
    }

    fn put<const N: usize>(&mut self, mut little: [u8; N]) {
        if self.big {
            little.reverse();
        }
        self.bytes.extend(little);
    }

    fn ints(&mut self, numbers: &[i32]) {
        numbers.iter().for_each(|n| self.put(n.to_le_bytes()));
    }

    fn sizes(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|n| self.put(n.to_le_bytes()));
    }

    fn doubles(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|n| self.put(n.to_le_bytes()));
    }
}

/// Gmsh 2.2 in binary.
fn gmsh_two_binary(big: bool) -> Vec<u8> {
    let mut b = Bytes { bytes: Vec::new(), big };
    b.text("$MeshFormat\n2.2 1 8\n");
    b.ints(&[1]);
    b.text("\n$EndMeshFormat\n$Nodes\n4\n");
    for (tag, point) in [10, 20, 5, 7].into_iter().zip(POINTS) {
        b.ints(&[tag]);
        b.doubles(&point);
    }
    b.text("\n$EndNodes\n$Elements\n3\n");
    b.ints(&[1, 1, 2, 1, 0, 0, 10, 20]);
    b.ints(&[2, 1, 2, 2, 0, 0, 10, 5, 20]);
    b.ints(&[4, 1, 2, 3, 0, 0, 10, 20, 5, 7]);
    b.text("\n$EndElements\n");
    b.bytes
}

/// Gmsh 4.1 in binary.
fn gmsh_four_binary(big: bool) -> Vec<u8> {
    let mut b = Bytes { bytes: Vec::new(), big };
    b.text("$MeshFormat\n4.1 1 8\n");
    b.ints(&[1]);
    b.text("\n$EndMeshFormat\n$Entities\n");
    b.sizes(&[0, 0, 0, 0]);
    b.text("\n$EndEntities\n$Nodes\n");
    b.sizes(&[1, 4, 5, 20]);
    b.ints(&[3, 1, 0]);
    b.sizes(&[4, 10, 20, 5, 7]);
    POINTS.iter().for_each(|point| b.doubles(point));
    b.text("\n$EndNodes\n$Elements\n");
    b.sizes(&[3, 3, 1, 3]);
    for (kind, numbers) in
        [(1, &[1, 1, 10, 20][..]), (2, &[1, 2, 10, 5, 20]), (4, &[1, 3, 10, 20, 5, 7])]
    {
        b.ints(&[3, 1, kind]);
        b.sizes(numbers);
    }
    b.text("\n$EndElements\n");
    b.bytes
}

/// A square with one edge, and things to be passed over, in each encoding of PLY.
pub fn ply_all() -> Vec<Vec<u8>> {
    let header = |format: &str| {
        format!(
            "ply\nformat {format} 1.0\ncomment a square\nelement junk 1\nproperty list char \
             short numbers\nelement vertex 4\nproperty uchar red\nproperty float x\nproperty \
             double y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n\
             property int material\nelement edge 1\nproperty int vertex1\nproperty ushort \
             vertex2\nend_header\n"
        )
    };
    let ascii = "2 -5 6\n255 0 0 0\n255 1 0 0\n255 1 1 0\n255 0 1 0\n4 0 1 2 3 7\n0 1\n";
    let mut all = vec![(header("ascii") + ascii).into_bytes()];
    for big in [false, true] {
        let mut b = Bytes { bytes: Vec::new(), big };
        b.text(&header(if big { "binary_big_endian" } else { "binary_little_endian" }));
        b.put([2]);
        b.put((-5i16).to_le_bytes());
        b.put(6i16.to_le_bytes());
        for [x, y] in [[0.0f32, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
            b.put([255]);
            b.put(x.to_le_bytes());
            b.doubles(&[f64::from(y)]);
            b.put(0f32.to_le_bytes());
        }
        b.put([4]);
        b.ints(&[0, 1, 2, 3, 7, 0]);
        b.put(1u16.to_le_bytes());
        all.push(b.bytes);
    }
    all
}
