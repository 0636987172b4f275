//! The tree of an HTML document, as browsers build it.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, parse_document};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

/// A node of the tree.
pub enum Node {
    /// The document, or something that is not shown.
    Other,
    /// Text.
    Text(String),
    /// An element, with its attributes.
    Element(QualName, Vec<(String, String)>),
}

/// The tree: nodes by number, the document first.
pub struct Tree {
    nodes: Vec<Node>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
}

impl Tree {
    /// The tree of this text; what is not well formed is read as browsers read it.
    pub fn parse(text: &str) -> Tree {
        let mut options = ParseOpts::default();
        // Nothing is ever run, so what stands in for a script is shown.
        options.tree_builder.scripting_enabled = false;
        parse_document(Builder::new(), options).one(text)
    }

    /// The document.
    pub const ROOT: usize = 0;

    /// A node.
    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// What is inside a node, in order.
    pub fn children(&self, at: usize) -> &[usize] {
        &self.children[at]
    }

    /// The name of an element; empty for anything else.
    pub fn name(&self, at: usize) -> &str {
        match &self.nodes[at] {
            Node::Element(name, _) => &name.local,
            _ => "",
        }
    }

    /// An attribute of an element; empty if it has none of that name.
    pub fn attribute(&self, at: usize, wanted: &str) -> &str {
        match &self.nodes[at] {
            Node::Element(_, attributes) => attributes
                .iter()
                .find(|(name, _)| name == wanted)
                .map_or("", |(_, value)| value.as_str()),
            _ => "",
        }
    }

    /// Whether something inside a node fulfils this.
    pub fn any_inside(&self, at: usize, fulfils: impl Fn(usize) -> bool) -> bool {
        let mut open = self.children[at].clone();
        while let Some(next) = open.pop() {
            if fulfils(next) {
                return true;
            }
            open.extend(&self.children[next]);
        }
        false
    }
}

/// A tree that is being built.
struct Builder {
    tree: RefCell<Tree>,
}

impl Builder {
    fn new() -> Builder {
        let tree =
            Tree { nodes: vec![Node::Other], parents: vec![None], children: vec![Vec::new()] };
        Builder { tree: RefCell::new(tree) }
    }

    fn add(&self, node: Node) -> usize {
        let mut tree = self.tree.borrow_mut();
        tree.nodes.push(node);
        tree.parents.push(None);
        tree.children.push(Vec::new());
        tree.nodes.len() - 1
    }

    fn detach(&self, node: usize) {
        let mut tree = self.tree.borrow_mut();
        if let Some(parent) = tree.parents[node].take() {
            tree.children[parent].retain(|child| *child != node);
        }
    }

    /// Puts something into a node at a place; text beside text becomes one.
    fn insert(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let node = match child {
            NodeOrText::AppendNode(node) => {
                self.detach(node);
                node
            }
            NodeOrText::AppendText(text) => {
                let mut tree = self.tree.borrow_mut();
                let before = place.checked_sub(1).map(|before| tree.children[parent][before]);
                if let Some(Node::Text(said)) = before.map(|before| &mut tree.nodes[before]) {
                    return said.push_str(&text);
                }
                drop(tree);
                self.add(Node::Text(text.to_string()))
            }
        };
        let mut tree = self.tree.borrow_mut();
        let place = place.min(tree.children[parent].len());
        tree.children[parent].insert(place, node);
        tree.parents[node] = Some(parent);
    }

    fn end_of(&self, parent: usize) -> usize {
        self.tree.borrow().children[parent].len()
    }
}

/// The name of an element, while the tree is looked at.
#[derive(Debug)]
struct Name<'a>(Ref<'a, QualName>);

impl html5ever::interface::ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Builder {
    type Handle = usize;
    type Output = Tree;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Tree {
        self.tree.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        Tree::ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name<'a> {
        Name(Ref::map(self.tree.borrow(), |tree| match &tree.nodes[*target] {
            Node::Element(name, _) => name,
            _ => unreachable!("only elements are asked for their names"),
        }))
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> usize {
        let attributes = attributes.into_iter().map(pair).collect();
        self.add(Node::Element(name, attributes))
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(Node::Other)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.add(Node::Other)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.insert(*parent, self.end_of(*parent), child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        let has_parent = self.tree.borrow().parents[*element].is_some();
        match has_parent {
            true => self.append_before_sibling(element, child),
            false => self.append(previous, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, one: &usize, two: &usize) -> bool {
        one == two
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.detach(*node);
        }
        let place = {
            let tree = self.tree.borrow();
            let parent = tree.parents[*sibling];
            parent.map(|parent| {
                let place = tree.children[parent].iter().position(|child| child == sibling);
                (parent, place.unwrap_or(tree.children[parent].len()))
            })
        };
        if let Some((parent, place)) = place {
            self.insert(parent, place, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &usize, attributes: Vec<Attribute>) {
        if let Node::Element(_, own) = &mut self.tree.borrow_mut().nodes[*target] {
            for (name, value) in attributes.into_iter().map(pair) {
                if !own.iter().any(|(known, _)| *known == name) {
                    own.push((name, value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &usize, parent: &usize) {
        let mut tree = self.tree.borrow_mut();
        let moved = std::mem::take(&mut tree.children[*node]);
        for child in &moved {
            tree.parents[*child] = Some(*parent);
        }
        tree.children[*parent].extend(moved);
    }
}

fn pair(attribute: Attribute) -> (String, String) {
    (attribute.name.local.to_string(), attribute.value.to_string())
}
